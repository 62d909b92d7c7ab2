conda create -y -n issue_hardswish-limits python=3.11
conda activate issue_hardswish-limits
pip install -r requirements.txt pytest
pytest -sx test_issue_hardswish-limits.py
