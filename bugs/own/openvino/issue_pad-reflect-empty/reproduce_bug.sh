conda create -y -n issue_pad-reflect-empty python=3.11
conda activate issue_pad-reflect-empty
pip install -r requirements.txt pytest
pytest -sx test_issue_pad-reflect-empty.py
