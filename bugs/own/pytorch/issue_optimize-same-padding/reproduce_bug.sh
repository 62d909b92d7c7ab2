conda create -y -n issue_optimize-same-padding python=3.11
conda activate issue_optimize-same-padding
pip install -r requirements.txt pytest
pytest -sx test_issue_optimize-same-padding.py
