conda create -y -n issue_nonzero-folded python=3.11
conda activate issue_nonzero-folded
pip install -r requirements.txt pytest
pytest -sx test_issue_nonzero-folded.py
