conda create -y -n issue_onednn-gelu-tanh python=3.11
conda activate issue_onednn-gelu-tanh
pip install -r requirements.txt pytest
pytest -sx test_issue_onednn-gelu-tanh.py
