conda create -y -n issue_dft-inverse-onesided-even python=3.11
conda activate issue_dft-inverse-onesided-even
pip install -r requirements.txt pytest
pytest -sx test_issue_dft-inverse-onesided-even.py
