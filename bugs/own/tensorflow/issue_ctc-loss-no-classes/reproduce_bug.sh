conda create -y -n issue_ctc-loss-no-classes python=3.11
conda activate issue_ctc-loss-no-classes
pip install -r requirements.txt pytest
pytest -sx test_issue_ctc-loss-no-classes.py
